/** `2026-06-01T00:00:00Z`; certificates know no milliseconds. */
export function showCertificateDate(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'unreadable' : date.toISOString().replace('.000Z', 'Z')
}
