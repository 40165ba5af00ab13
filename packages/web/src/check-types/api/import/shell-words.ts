/** The words of a command line as a POSIX shell reads them; null when a quote is not closed. Nothing is expanded. */
export function shellWords(text: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (/\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
      continue
    }
    word ??= ''
    if (character === '\\') {
      const next = text[(at += 1)]
      // A line that goes on in the next one.
      if (next === '\n') {
        if (word === '') word = null
      } else word += next === '\r' && text[at + 1] === '\n' ? '' : (next ?? '')
      continue
    }
    if (character !== "'" && character !== '"' && !(character === '$' && text[at + 1] === "'")) {
      word += character
      continue
    }
    const quoted =
      character === '"'
        ? doubleQuoted(text, at + 1)
        : character === "'"
          ? singleQuoted(text, at + 1)
          : escapedQuoted(text, at + 2)
    if (quoted === null) return null
    word += quoted.text
    at = quoted.end
  }
  if (word !== null) words.push(word)
  return words
}

/** `end` is where the closing quote stands. */
type Quoted = { text: string; end: number }

function singleQuoted(text: string, start: number): Quoted | null {
  const end = text.indexOf("'", start)
  return end === -1 ? null : { text: text.slice(start, end), end }
}

function doubleQuoted(text: string, start: number): Quoted | null {
  let read = ''
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') return { text: read, end: at }
    const next = text[at + 1] ?? ''
    if (character !== '\\' || !/["\\$`\n]/.test(next)) {
      read += character
      continue
    }
    if (next !== '\n') read += next
    at += 1
  }
  return null
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0' }

/** `$'…'`, as browsers copy requests whose bodies hold quotes. */
function escapedQuoted(text: string, start: number): Quoted | null {
  let read = ''
  for (let at = start; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === "'") return { text: read, end: at }
    if (character !== '\\') {
      read += character
      continue
    }
    const [, hex] = /^(?:u([0-9a-f]{4})|x[0-9a-f]{2})/i.exec(text.slice(at + 1, at + 6)) ?? []
    const code = hex ?? /^x([0-9a-f]{2})/i.exec(text.slice(at + 1, at + 4))?.[1]
    if (code !== undefined) {
      read += String.fromCharCode(Number.parseInt(code, 16))
      at += code.length + 1
      continue
    }
    const next = text[at + 1] ?? ''
    read += escapes[next] ?? next
    at += 1
  }
  return null
}
