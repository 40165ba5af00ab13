/** Something of ours that a run needs to its end. */
export type Support = {
  /** For people: how it broke down; null while it holds. True of this moment, whoever has been told of it. */
  fault(): string | null
  /** Resolves when it has broken down; never, if it does not. */
  broken: Promise<void>
}
