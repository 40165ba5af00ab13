/** A user id that one run has to itself. */
export type Slot = { uid: number }

export type UserIdSlots = {
  /** Null: all are taken, or out of use. */
  take(): Slot | null
  /** A slot of which something has survived is taken out of use: the next run would not be alone. */
  giveBack(slot: Slot, state: { survivors: boolean }): void
  readonly outOfUse: number
  readonly size: number
}

/** `64100-64199`, a setting; null when the text is no range of ordinary user ids. */
export function parseUserIds(text: string): { first: number; last: number } | null {
  const match = /^(\d{1,10})-(\d{1,10})$/.exec(text)
  if (match === null) return null
  const [first, last] = [Number(match[1]), Number(match[2])]
  return first >= 1000 && last >= first && last - first < 10_000 && last < 2 ** 31 ? { first, last } : null
}

export function createUserIdSlots({ first, last }: { first: number; last: number }): UserIdSlots {
  const free = Array.from({ length: last - first + 1 }, (_, index): Slot => ({ uid: first + index }))
  let outOfUse = 0
  return {
    size: free.length,
    take: () => free.shift() ?? null,
    giveBack(slot, { survivors }) {
      if (survivors) outOfUse += 1
      else free.push(slot)
    },
    get outOfUse() {
      return outOfUse
    },
  }
}
