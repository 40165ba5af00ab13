/** A path of this site, to go to after a sign-in: an address with a host could lead anywhere. Anything else is the start page. */
export function ownPath(next: unknown, publicUrl: string): string {
  // Browsers drop tabs and line ends from addresses, and read \ as /.
  if (typeof next !== 'string' || !/^\/(?![/\\])[\x21-\x7e]{0,2000}$/.test(next) || next.includes('\\'))
    return '/'
  const url = URL.parse(next, publicUrl)
  return url !== null && url.origin === URL.parse(publicUrl)?.origin ? url.pathname + url.search : '/'
}
