// @ts-check

/** Of one file of a trace, in characters: with three bytes for each, less than a file of a run may have. */
const mostCharacters = 48 * 2 ** 20

/**
 * Keeps what is recorded of pages below the size that a file of a run may have. A page that talks without end would fail a test that
 * passed: Playwright takes a trace that could not be written for an error of the test.
 *
 * @param {any} SerializedFS the part of Playwright that writes traces, each line of which stands for itself
 */
export function limitTraces(SerializedFS) {
  const append = SerializedFS.prototype.appendFile
  /** @type {WeakMap<object, Map<string, number>>} */
  const written = new WeakMap()
  /** @param {string} file @param {string} text @param {boolean} [isFlushed] */
  SerializedFS.prototype.appendFile = function (file, text, isFlushed) {
    const sizes = written.get(this) ?? new Map()
    written.set(this, sizes)
    const size = (sizes.get(file) ?? 0) + text.length
    if (size <= mostCharacters) sizes.set(file, size)
    append.call(this, file, size <= mostCharacters ? text : '', isFlushed)
  }
}
