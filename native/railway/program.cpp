#include "railway/program.h"

#include "play/number_reader.h"

namespace ludwright::railway {

namespace {

using Reader = play::NumberReader;

constexpr std::int32_t kVersion = 1;

void read_cards(Reader& in, Program& p) {
    p.each = in.number("cards of a colour", 1, 40);
    p.locomotives = in.number("locomotives", 0, 60);
    p.market = in.number("market", 1, kMostMarket);
    p.clear = in.number("clear", 0, kMostMarket);
    p.redraws = in.number("redraws", 0, 20);
}

void read_supplies(Reader& in, Program& p) {
    p.trains = in.number("trains", 1, kMostTrains);
    p.first_cards = in.number("first cards", 0, 20);
    const int cards = kColours * p.each + p.locomotives;
    if (p.first_cards * p.seats > cards) {
        Reader::refuse("first cards", "at most " + std::to_string(cards / p.seats) + " each",
                       std::to_string(p.first_cards));
    }
    p.first_tickets = in.number("first tickets", 1, kMostOffered);
    p.first_keep = in.number("first keep", 1, kMostOffered);
    p.more_tickets = in.number("more tickets", 1, kMostOffered);
    p.more_keep = in.number("more keep", 1, kMostOffered);
}

void read_end(Reader& in, Program& p) {
    for (int length = 1; length <= kMostLength; ++length) {
        p.points[static_cast<std::size_t>(length)] = in.number("points", 0, 99);
    }
    p.longest = in.number("longest", 0, 99);
    p.both_tracks = in.flag("both tracks");
    p.end = in.number("end", 0, 20);
    p.gridlock = in.choice("gridlock", Gridlock::kAll);
}

std::uint8_t read_city(Reader& in, const Program& p) {
    return static_cast<std::uint8_t>(in.number("city", 0, p.cities - 1));
}

Track read_track(Reader& in, const Program& p) {
    Track track;
    track.one = read_city(in, p);
    track.other = read_city(in, p);
    if (track.one == track.other) Reader::refuse("track", "two cities", "one");
    track.route = static_cast<std::uint8_t>(in.number("route", 0, p.routes - 1));
    track.length = static_cast<std::uint8_t>(in.number("length", 1, kMostLength));
    track.colour = static_cast<std::uint8_t>(in.number("colour", 0, kGray));
    return track;
}

// Routes come in their order, the two tracks of a double one side by side.
void join(Program& p, int at) {
    Track& track = p.tracks[static_cast<std::size_t>(at)];
    const int expected = at == 0 ? 0 : p.tracks[static_cast<std::size_t>(at - 1)].route + 1;
    if (track.route == expected) return;
    if (track.route != expected - 1) {
        Reader::refuse("route", std::to_string(expected), std::to_string(track.route));
    }
    Track& twin = p.tracks[static_cast<std::size_t>(at - 1)];
    const bool is_alike =
        track.one == twin.one && track.other == twin.other && track.length == twin.length;
    if (!is_alike) Reader::refuse("route", "tracks of one length between the same cities", "other");
    if (twin.twin >= 0) Reader::refuse("route", "one or two tracks", "three");
    track.twin = static_cast<std::int16_t>(at - 1);
    twin.twin = static_cast<std::int16_t>(at);
}

void read_tracks(Reader& in, Program& p, int tracks) {
    for (int at = 0; at < tracks; ++at) {
        p.tracks.push_back(read_track(in, p));
        join(p, at);
        const Track& track = p.tracks.back();
        p.tracks_of[track.one].set(at);
        p.tracks_of[track.other].set(at);
        p.all.set(at);
        p.alike[track.colour][track.length].set(at);
    }
    if (p.tracks.back().route != p.routes - 1) {
        Reader::refuse("routes", "a track for each of " + std::to_string(p.routes), "fewer");
    }
}

void read_tickets(Reader& in, Program& p, int tickets) {
    for (int at = 0; at < tickets; ++at) {
        Ticket ticket;
        ticket.one = read_city(in, p);
        ticket.other = read_city(in, p);
        if (ticket.one == ticket.other) Reader::refuse("ticket", "two cities", "one");
        ticket.points = static_cast<std::uint8_t>(in.number("points of a ticket", 1, 99));
        p.tickets.push_back(ticket);
        p.all_tickets.set(at);
    }
}

}  // namespace

Program Program::read(std::span<const std::int32_t> numbers) {
    Reader in(numbers);
    Program p;
    in.number("version", kVersion, kVersion);
    p.seats = in.number("seats", 2, kMostSeats);
    p.cities = in.number("cities", 2, kMostCities);
    p.routes = in.number("routes", 1, kMostTracks);
    const int tracks = in.number("tracks", p.routes, kMostTracks);
    const int tickets = in.number("tickets", 0, kMostTickets);
    read_cards(in, p);
    read_supplies(in, p);
    read_end(in, p);
    read_tracks(in, p, tracks);
    read_tickets(in, p, tickets);
    in.require_end();
    return p;
}

}  // namespace ludwright::railway
