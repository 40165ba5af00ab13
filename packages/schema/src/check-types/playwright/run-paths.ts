/** Of a file in the folder of a run. */
export const longestPath = 1_000

/** Null for a path that stays in the folder of a run and is nobody else's there. */
export function pathMistake(path: string): string | null {
  const parts = path.split('/')
  const isInside = parts.every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isInside || /[\\\0]/.test(path)) return 'must be a relative path without ..'
  const [first] = parts
  return first === 'node_modules'
    ? 'must not lie in node_modules, which has the packages of the runtime'
    : null
}
