// @ts-check

const mask = '*********'

/** Names of files inside the archive, and of pages: without them nothing fits together any more. */
const references = new Set(['pageref', 'downloadsPath', 'tracesDir', 'pageId'])

/**
 * Masks in one text of a trace. `forms` are the secrets in every form in which they are written down, `headers` the names of
 * those that carry credentials, in small letters.
 *
 * @param {{ forms: string[], headers: string[] }} secrets
 * @returns {(name: string, bytes: Buffer) => Buffer}
 */
export function createTraceScrubber({ forms, headers }) {
  const sorted = forms.toSorted((a, b) => b.length - a.length)
  const pattern =
    sorted.length === 0 ? null : new RegExp(sorted.map((form) => RegExp.escape(form)).join('|'), 'g')
  const credentials = new Set(headers)
  /** @param {string} text */
  const maskText = (text) => (pattern === null ? text : text.replace(pattern, mask))

  /** @param {unknown} value @param {string} key @returns {unknown} */
  function maskValue(value, key) {
    if (typeof value === 'string') return isReference(key) ? value : maskText(value)
    if (Array.isArray(value)) return value.map((item) => maskValue(item, key))
    if (value === null || typeof value !== 'object') return value
    const { name } = /** @type {Record<string, unknown>} */ (value)
    const isCredential = typeof name === 'string' && credentials.has(name.toLowerCase())
    return Object.fromEntries(
      Object.entries(value).map(([field, item]) => {
        const isHeader = credentials.has(field.toLowerCase()) || (isCredential && field === 'value')
        return [maskText(field), isHeader && typeof item === 'string' ? mask : maskValue(item, field)]
      }),
    )
  }

  return (name, bytes) => {
    const text = `${bytes}`
    if (!/\.(?:trace|network|stacks)$/.test(name)) return Buffer.from(maskText(text))
    const lines = text.split('\n').map((line) => {
      if (line === '') return line
      try {
        return JSON.stringify(maskValue(JSON.parse(line), ''))
      } catch {
        // Not what it should be: then it is a text like others.
        return maskText(line)
      }
    })
    return Buffer.from(lines.join('\n'))
  }
}

/** @param {string} key */
function isReference(key) {
  return references.has(key) || /sha1$/i.test(key)
}
