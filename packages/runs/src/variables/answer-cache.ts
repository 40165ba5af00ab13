/** Answers of the database that are kept until they are known to be old. What could not be read is not kept. */
export function createAnswerCache<Answer>(most: number) {
  const kept = new Map<string, Promise<Answer>>()
  return {
    get(key: string, read: () => Promise<Answer>): Promise<Answer> {
      const known = kept.get(key)
      if (known !== undefined) return known
      if (kept.size >= most) kept.clear()
      const reading = read()
      kept.set(key, reading)
      reading.catch(() => {
        if (kept.get(key) === reading) kept.delete(key)
      })
      return reading
    },
    forget: () => kept.clear(),
  }
}
