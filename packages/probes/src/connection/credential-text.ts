/** A name or password out of an address, as it was meant: a percent sign that encodes nothing means that sign. */
export function credentialText(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch (error) {
    if (error instanceof URIError) return encoded
    throw error
  }
}
