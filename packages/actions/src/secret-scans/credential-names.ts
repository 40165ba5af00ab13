/** What headers, parameters, variables and fields are called whose values are credentials. */
const credentialName =
  /authori[sz]ation|cookie|token|secret|passw(?:or)?d|passwd|passphrase|pwd|credential|signature|api[-_]?key|access[-_]?key|private[-_]?key|auth[-_]?key|signing[-_]?key|encryption[-_]?key|client[-_]?key|service[-_]?key|bearer/i

/** Names that only speak of one: where it is fetched, what it is called, when it ends. */
const aboutCredential =
  /(?:type|ur[il]s?|name|path|endpoint|header|field|expir\w{0,12}|length|count|policy|hint|label|placeholder|selector|input|locator|regex|pattern|format|lifetime|ttl|limit|(?:created|updated|issued|rotated|used)[-_]?at)$|tokens$/i

/** Too common to say that somebody left a credential there, and too often one to show it. */
const ambiguousName = /auth(?!or)|^(?:key|sig|pass|hmac|sid|session(?:[-_]?id)?)$/i

const longestName = 200

/** Whether what has this name is a credential. */
export function isCredentialName(name: string): boolean {
  return name.length <= longestName && credentialName.test(name) && !aboutCredential.test(name)
}

/** Whether what has this name could be one, so that nobody is to read it in a log. */
export function mayNameCredential(name: string): boolean {
  const start = name.slice(0, longestName)
  return credentialName.test(start) || ambiguousName.test(start)
}
