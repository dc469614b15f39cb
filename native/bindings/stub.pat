# What nanobind's stubgen cannot know: the types of slots, and that states have no order.
^_native_baseline\.\w+State\.__hash__$:
    def __hash__(self) -> int: ...

^_native_baseline\.\w+State\.__eq__$:
    def __eq__(self, other: object, /) -> bool: ...

^_native_baseline\.\w+State\.__(lt|le|gt|ge|ne)__$:

# Two overloads in C++, for speed; one function to whoever calls it.
^_native_baseline\.\w+State\.legal_actions$:
    def legal_actions(self, player: int | None = None) -> list[int]: ...
