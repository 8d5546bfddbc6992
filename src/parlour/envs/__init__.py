"""The games behind the interfaces that research uses: `parlour.envs.pettingzoo`, `.gymnasium` and `.openspiel`.

Each needs its library (`pip install 'parlour[pettingzoo]'` and so on) and is imported by itself. docs/research.md says
what they have in common: actions are the engine's own codes, observations the numbers of `state.observation`.
"""
