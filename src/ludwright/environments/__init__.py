"""Games as environments for agents that learn, in the form that other libraries expect.

Each module needs its library, which is an extra of the package: nothing else imports them.
"""
