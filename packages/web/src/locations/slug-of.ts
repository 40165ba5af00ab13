/** As long as the API takes one. */
const longest = 30

/** A proposal for the slug of a name: `Office, Köln` is `office-koln`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest)
    .replace(/-$/, '')
}
