const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const parts: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
  YY: (date) => twoDigits(date.getUTCFullYear() % 100),
  MMMM: (date) => months[date.getUTCMonth()] ?? '',
  MMM: (date) => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  MM: (date) => twoDigits(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  DD: (date) => twoDigits(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
  dddd: (date) => days[date.getUTCDay()] ?? '',
  ddd: (date) => (days[date.getUTCDay()] ?? '').slice(0, 3),
  d: (date) => String(date.getUTCDay()),
  HH: (date) => twoDigits(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => twoDigits(twelveHours(date)),
  h: (date) => String(twelveHours(date)),
  mm: (date) => twoDigits(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => twoDigits(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SSS: (date) => String(date.getUTCMilliseconds()).padStart(3, '0'),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  Z: () => '+00:00',
  ZZ: () => '+0000',
  X: (date) => String(Math.floor(date.getTime() / 1000)),
  x: (date) => String(date.getTime()),
}

const pattern = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|d|HH|H|hh|h|mm|m|ss|s|SSS|A|a|ZZ|Z|X|x/g

/** Writes a time in UTC by a format as of moment.js; text in square brackets stays as it is. */
export function formatDate(at: number, format: string): string {
  const date = new Date(at)
  return format.replace(
    pattern,
    (token, literal: string | undefined) => literal ?? parts[token]?.(date) ?? token,
  )
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

function twelveHours(date: Date): number {
  return date.getUTCHours() % 12 || 12
}
