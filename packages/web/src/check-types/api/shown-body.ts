/** A body as people want to read it: JSON with its levels, anything else as it came. */
export function showBody(body: string, contentType: string): { text: string; isJson: boolean } {
  const looksLikeJson = /json/i.test(contentType) || /^\s*[[{]/.test(body)
  if (!looksLikeJson || body === '') return { text: body, isJson: false }
  try {
    return { text: JSON.stringify(JSON.parse(body), null, 2), isJson: true }
  } catch (error) {
    // The beginning of a long document, say.
    if (error instanceof SyntaxError) return { text: body, isJson: false }
    throw error
  }
}

/** The lines that hold what is looked for, in any case of letters, with their numbers from 1. */
export function findLines(text: string, search: string): { number: number; line: string }[] {
  if (search === '') return []
  const wanted = search.toLowerCase()
  return text
    .split('\n')
    .map((line, index) => ({ number: index + 1, line }))
    .filter(({ line }) => line.toLowerCase().includes(wanted))
}
