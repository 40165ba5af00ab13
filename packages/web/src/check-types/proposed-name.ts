/** As somebody would call it: the host, and the path if there is one. */
export function proposedName(target: string): string {
  return target
    .trim()
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    .replace(/^[^/@]*@/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')
}
