import type { DnsAnswer } from '@sonde/schema/check-types/dns/result.ts'

type Rest = {
  id: number
  flags: number
  counts: { answer: number; authority: number; additional: number }
  /** Of the records of the answer. */
  classes: readonly number[]
}

const opcodes = ['QUERY', 'IQUERY', 'STATUS', 'OPCODE3', 'NOTIFY', 'UPDATE']

const flagNames = [
  [0x8000, 'qr'],
  [0x0400, 'aa'],
  [0x0200, 'tc'],
  [0x0100, 'rd'],
  [0x0080, 'ra'],
  [0x0020, 'ad'],
  [0x0010, 'cd'],
] as const

/** The reply as `dig` would list it: what people know how to read, and patterns how to search. */
export function showReply(
  { Status, Question, Answer }: DnsAnswer,
  { id, flags, counts, classes }: Rest,
): string {
  const opcode = (flags >> 11) & 0xf
  const set = flagNames.filter(([bit]) => (flags & bit) !== 0).map(([, name]) => name)
  const { answer, authority, additional } = counts
  const lines = [
    `;; opcode: ${opcodes[opcode] ?? `OPCODE${opcode}`}, status: ${Status}, id: ${id}`,
    `;; flags: ${set.join(' ')}; QUERY: ${Question.length}, ANSWER: ${answer}, AUTHORITY: ${authority}, ADDITIONAL: ${additional}`,
    '',
    ';; QUESTION SECTION:',
    ...Question.map(({ name, type }) => `;${name}\tIN\t${type}`),
  ]
  if (Answer.length > 0) lines.push('', ';; ANSWER SECTION:')
  for (const [index, { name, TTL, type, data }] of Answer.entries()) {
    const dnsClass = classes[index] === 1 ? 'IN' : `CLASS${classes[index]}`
    lines.push(`${name}\t${TTL}\t${dnsClass}\t${type}\t${oneLine(data)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A text record may hold line ends, and must not look like further records. */
function oneLine(data: string): string {
  return data.replaceAll(/\p{Cc}/gu, (character) => `\\${String(character.charCodeAt(0)).padStart(3, '0')}`)
}
