// TypeScript 7 has no JavaScript API to parse with. The formatter puts every import and export statement at
// the start of a line, so these patterns see all of them and none in comments.
const statement = /^\s*(?:import|export)\b(?:[^'"`;()]*?\bfrom)?\s*(['"])(?<specifier>[^'"\n]+)\1/gm
const call = /\b(?:import|require|require\.resolve|import\.meta\.resolve)\(\s*(['"])(?<specifier>[^'"\n]+)\1/g

/** `isCall`: by `import()` and its like, so that the file is loaded when the call is made. */
export type FoundImport = { specifier: string; line: number; isCall: boolean }

/** The imports and re-exports of a file, in the order of its lines. */
export function findImports(source: string): FoundImport[] {
  return [statement, call]
    .flatMap((pattern) => [...source.matchAll(pattern)].map((match) => ({ match, isCall: pattern === call })))
    .map(({ match, isCall }) => {
      const end = match.index + match[0].length
      const lines = source.slice(0, end).split('\n')
      return {
        specifier: match.groups?.['specifier'] ?? '',
        line: lines.length,
        isCall,
        before: lines.at(-1) ?? '',
      }
    })
    .filter(({ before }) => !/^\s*(\/\/|\/?\*)/.test(before))
    .toSorted((a, b) => a.line - b.line)
    .map(({ specifier, line, isCall }) => ({ specifier, line, isCall }))
}
