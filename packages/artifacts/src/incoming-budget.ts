/** What may be on its way in for one account at a time: none of it counts as used yet. */
const mostIncomingBytes = 2_000_000_000

/** Keeps count of the bytes that are on their way in, by account. */
export function createIncomingBudget() {
  const underWay = new Map<string, number>()

  return {
    /** Null, without anything done, when too much is on its way already. */
    async within<Result>(
      accountId: string,
      bytes: number,
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      const bytesNow = underWay.get(accountId) ?? 0
      if (bytesNow + bytes > mostIncomingBytes) return null
      underWay.set(accountId, bytesNow + bytes)
      try {
        return await work()
      } finally {
        const bytesLeft = (underWay.get(accountId) ?? 0) - bytes
        if (bytesLeft <= 0) underWay.delete(accountId)
        else underWay.set(accountId, bytesLeft)
      }
    },
  }
}

export type IncomingBudget = ReturnType<typeof createIncomingBudget>
