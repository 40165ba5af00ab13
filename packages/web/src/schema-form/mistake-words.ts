/**
 * What the API has against a value, as a form says it. Its messages are written for programs too: they name fields and
 * types, which nobody sees on a form.
 */
export function mistakeInWords(message: string): string {
  const sentence = sentences[message]
  if (sentence !== undefined) return sentence
  for (const [pattern, words] of patterns) {
    const match = pattern.exec(message)
    if (match !== null) return words(match)
  }
  return capitalised(message.replaceAll(/`/g, ''))
}

const fillIn = 'Fill in this field'

const sentences: Readonly<Record<string, string>> = {
  'is required': fillIn,
  'must not be empty': fillIn,
  'is not a known field': 'This server does not know the field',
  'is required in mode BEHAVIOR': 'Name the method to call',
  'is required with PROTO_FILE': 'Paste the .proto file',
  'needs a nameServer beside it': 'A port needs a name server',
  'is required when clientCertificateMode is explicit': 'Choose a client certificate',
  'must not be before startsAt': 'Must not be before the start',
  'must be after startsAt': 'Must be after the start',
  'must not be before the day of startsAt': 'Must not be before the first day',
  'is required with repeatInterval': 'Choose days, weeks or months',
  'is needed with statusPageIds, or affectAllServices': 'Choose services, or all services of the pages',
  'is needed with serviceIds': 'Choose a status page',
  'makes it last longer than the time between two repeats': 'It must end before the next repeat starts',
}

const patterns: readonly [RegExp, (match: RegExpExecArray) => string][] = [
  [/^must be an? (?:integer|whole number)(?: or null)?$/, () => 'Enter a whole number'],
  [/^must be a number(?: or null|, written as a (?:string|text))?$/, () => 'Enter a number'],
  [/^must be a (?:string|text)(?: or null)?$/, () => fillIn],
  [/^must be an? (?:array|object|boolean)(?: or null)?$/, () => 'Choose a value'],
  [/^must be one of /, () => 'Choose a value from the list'],
  [
    /^must have at (?:least|most) \d+ items?$/,
    ([text]) => capitalised(text.replace(/item(s?)$/, 'entry$1').replace(/entrys$/, 'entries')),
  ],
  [/^is not in the right form \((.*)\)$/s, ([, form = '']) => `Expected: ${form.replace(/\.$/, '')}`],
  [/^is not in the right form$/, () => 'Wrong format'],
  [/^must be an ISO 8601 timestamp$/, () => 'Choose a date and a time'],
  [/^must be a UUID$/, () => 'Choose one from the list'],
]

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
