/**
 * The beginning of the JSON of a value, of at least `length` characters where there are so many. A list of a thousand
 * times the same large object is short to hold and long to write.
 */
export function writeBeginning(value: unknown, length: number): string {
  const pieces: string[] = []
  let left = length

  function add(piece: string): void {
    pieces.push(piece)
    left -= piece.length
  }
  function addText(text: string): void {
    // Cut first: a text may be the megabytes of a response.
    if (text.length <= left) add(JSON.stringify(text))
    else add(JSON.stringify(text.slice(0, left + 1)).slice(0, -1))
  }
  function write(part: unknown): void {
    if (typeof part === 'string') addText(part)
    else if (Array.isArray(part)) writeArray(part)
    else if (typeof part === 'object' && part !== null) writeObject(part)
    else add(JSON.stringify(part) ?? 'null')
  }
  function writeArray(items: readonly unknown[]): void {
    add('[')
    for (const [index, item] of items.entries()) {
      if (left <= 0) return
      if (index > 0) add(',')
      write(item)
    }
    add(']')
  }
  function writeObject(object: object): void {
    let isFirst = true
    add('{')
    for (const [name, member] of Object.entries(object)) {
      if (left <= 0) return
      if (member === undefined) continue
      if (!isFirst) add(',')
      isFirst = false
      addText(name)
      add(':')
      write(member)
    }
    add('}')
  }

  write(value)
  return pieces.join('')
}
