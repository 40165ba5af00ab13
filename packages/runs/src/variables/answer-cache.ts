/** Answers of the database that are kept until they are known to be old. What could not be read is not kept. */
export function createAnswerCache<Answer>(most: number) {
  const answers = new Map<string, Promise<Answer>>()
  return {
    get(key: string, read: () => Promise<Answer>): Promise<Answer> {
      const cached = answers.get(key)
      if (cached !== undefined) return cached
      if (answers.size >= most) answers.clear()
      const reading = read()
      answers.set(key, reading)
      reading.catch(() => {
        if (answers.get(key) === reading) answers.delete(key)
      })
      return reading
    },
    forget: () => answers.clear(),
  }
}
