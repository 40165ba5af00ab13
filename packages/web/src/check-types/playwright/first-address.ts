/** The first web address in a script, without what comes after its path; empty when there is none. */
export function firstAddress(script: string): string {
  return /https?:\/\/[^\s'"`?#$<>\\]+/i.exec(script)?.[0] ?? ''
}
