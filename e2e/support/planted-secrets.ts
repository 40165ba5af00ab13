import { domainToASCII } from 'node:url'

export type PlantedSecret = { key: string; value: string }

const long = Array.from({ length: 100 }, (_, index) => `part ${index} "of" a long %one`.padEnd(20, '.'))
  .join('')
  .slice(0, 2_000)

/** Texts that people do use as secrets, and some that only tests do. */
const anywhere = [
  ' a space before and after ',
  `it's "quoted" and 'quoted'`,
  '100%25 sure of 50%',
  'a+b+c d+e',
  'x&y=z&w==',
  '<b onload="x">bold</b>',
  'Ünïcödé-ßtraße-9',
  '日本語パスワード',
  'key-🔑-and-😀-locks',
  '{"token":"abc\\"def","n":[1,2]}',
  'dGhpcyBpcyBub3Q+L2Jhc2U2NA==',
  '€¥₿',
  'q~^',
  'line one\nline two\r\nline three',
  'tabs\tand\tmore tabs',
  String.raw`^(.*)+[a-z]{2,}$|\d?\b`,
  'nested-hidden-word',
  'nested-hidden-word-and-longer',
  'ed-hidden-wo',
  'overlaps-with-abcdef',
  'abcdef-overlapped-by',
  'https://hooks.invalid/T0/B1/xYz?sig=a%2Fb#frag',
  '../../etc/shadow/../x',
  String.raw`C:\dir\"file"\n`,
  '{{NOT_A_NAME}} and {{{neither}}}',
  '${IFS}`id`$(reboot)',
  'percent%zz%%41',
  '&amp;&lt;already&#39;escaped',
  'a*********b and so on',
  'bell\u0007and\u0001control',
  'zero\u200bwidth\ufeffmarks',
  'עברית-סוד-שלנו',
  'deadbeefcafe'.repeat(5),
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJyb290In0.c2lnbmF0dXJl',
  '-----BEGIN KEY-----\nMIIBqz/+==\n-----END KEY-----\n',
  `'; drop table checks; -- ]]>`,
  // Not of one letter alone: packed rows hold runs of one byte by themselves.
  'zzzzzz-zzzzzz',
]

const values: Readonly<Record<string, readonly string[]>> = {
  ANY: anywhere,
  /** More than an address may be long. */
  LONG: [long],
  /** After the `127.` of an address of this machine. */
  ADDRESS: ['77.13.51', '78.14.61'],
  LABEL: ['Tenant-Key-42', 'zürich-geheim', 'sub_domain-x9', 'LOUD-name-77'],
  /** In front of the `@` of an address, where slashes would end it. */
  LOGIN: ['a user name', 'p%ss+w:rd', 'päss"wörd&co'],
  NUMBER: ['41820077'],
  PROXY: ['pröxy p%ss:word/with@all'],
  PASSPHRASE: ['a passphrase & "more"'],
}

/** Fifty of them, named by what they are good for: `ANY_3`. */
export const plantedSecrets: readonly PlantedSecret[] = Object.entries(values).flatMap(([kind, list]) =>
  list.map((value, index) => ({ key: `${kind}_${index}`, value })),
)

export function secretsOf(kind: string): PlantedSecret[] {
  return plantedSecrets.filter(({ key }) => key.startsWith(`${kind}_`))
}

export type WrittenForm = {
  how: string
  text: string
  /** Something to look for; nobody writes it. */
  isPart?: true
}

/** How programs write a text: put down here anew, and not taken from what is tested. */
export function writtenForms(value: string): WrittenForm[] {
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value).slice(1, -1)
  const percent = encodeURIComponent(value)
  const base64 = (before: string): string => {
    // Whole groups of three bytes that hold nothing of their neighbours.
    const skipped = (3 - before.length) % 3
    const whole = bytes.subarray(skipped, skipped + Math.floor((bytes.length - skipped) / 3) * 3)
    return whole.toString('base64')
  }
  const html = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    { how: 'raw', text: value },
    { how: 'percent', text: percent },
    { how: 'percent, small', text: percent.replaceAll(/%../g, (code) => code.toLowerCase()) },
    { how: 'address', text: encodeURI(value) },
    { how: 'form', text: new URLSearchParams([['', value]]).toString().slice(1) },
    { how: 'JSON', text: json },
    { how: 'JSON in JSON', text: JSON.stringify(json).slice(1, -1) },
    {
      how: 'JSON in ASCII',
      text: json.replaceAll(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    },
    { how: 'HTML', text: html.replaceAll('"', '&quot;').replaceAll("'", '&#39;') },
    { how: 'base64', text: base64(''), isPart: true },
    { how: 'base64 after one byte', text: base64('1'), isPart: true },
    { how: 'base64 after two bytes', text: base64('12'), isPart: true },
    { how: 'base64url', text: bytes.toString('base64url') },
    { how: 'hex', text: bytes.toString('hex') },
    { how: 'HEX', text: bytes.toString('hex').toUpperCase() },
    { how: 'read as Latin-1', text: bytes.toString('latin1') },
    { how: 'as a name of DNS', text: /^(?![\d.]+$)[\w.-ÿ]+$/.test(value) ? domainToASCII(value) : value },
  ]
}

/** Everything that a server could make of what it was told. */
export function echoOf(texts: readonly string[]): string {
  return texts
    .flatMap((value) => [
      ...writtenForms(value).flatMap(({ how, text, isPart }) => (isPart ? [] : [`${how}: ${text};`])),
      ...['', 'a', 'ab', 'abc'].map(
        (before) => `whole: ${Buffer.from(`${before}${value}.`).toString('base64')};`,
      ),
      `object: ${JSON.stringify({ value, again: JSON.stringify({ value }) })};`,
    ])
    .join('\n')
}
