/**
 * Asks once for all who want to know at the same time. Nobody gets an answer to a question that was put before they
 * came: whoever comes while one is asked waits for the next, together with everybody else who does.
 */
export function shareRounds<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const running = new Map<string, Promise<Answer>>()
  const waiting = new Map<string, Promise<Answer>>()

  function begin(key: string): Promise<Answer> {
    waiting.delete(key)
    const round: Promise<Answer> = ask(key).finally(() => {
      if (running.get(key) === round) running.delete(key)
    })
    running.set(key, round)
    return round
  }

  return (key) => {
    const current = running.get(key)
    if (current === undefined) return begin(key)
    const round = waiting.get(key)
    if (round !== undefined) return round
    const next = current.then(
      () => begin(key),
      () => begin(key),
    )
    waiting.set(key, next)
    return next
  }
}
