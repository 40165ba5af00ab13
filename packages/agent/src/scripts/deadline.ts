export type InTime<Value> = { kind: 'in-time'; value: Value } | { kind: 'late' }

/** By the monotonic clock of this process. */
export function createDeadline(ms: number) {
  return {
    async of<Value>(work: Promise<Value>): Promise<InTime<Value>> {
      const timer = Promise.withResolvers<InTime<Value>>()
      const timeout = setTimeout(() => timer.resolve({ kind: 'late' }), ms)
      try {
        return await Promise.race([
          work.then((value) => ({ kind: 'in-time', value }) as const),
          timer.promise,
        ])
      } finally {
        clearTimeout(timeout)
      }
    },
  }
}
