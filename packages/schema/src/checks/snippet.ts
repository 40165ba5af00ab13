import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, Timestamp, component } from '../validation/building-blocks.ts'

/** Code that several scripts share: each is the file `./snippets/<name>.js` beside the script that runs. */

export const Snippet = component(
  'Snippet',
  Type.Object({
    id: Type.Number(),
    name: Type.String(),
    script: Type.String(),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type Snippet = Static<typeof Snippet>

export const SnippetList = component('SnippetList', Type.Array(Snippet))

/** Of a file on every common file system, with its ending. */
const longestNameBytes = 250

/** A name that could leave the folder of the snippets would choose which file of an agent is written. */
const namesAFile: Rule = ({ name }) => {
  if (typeof name !== 'string') return []
  if (/[/\\\0]/.test(name) || name.includes('..')) {
    return [{ path: 'name', message: 'must not contain /, \\, .. or NUL: it is the name of a file' }]
  }
  return new TextEncoder().encode(name).length > longestNameBytes
    ? [{ path: 'name', message: `must have at most ${longestNameBytes} bytes: it is the name of a file` }]
    : []
}

export const SnippetCreate = component(
  'SnippetCreate',
  withRules(
    Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Unique in the account: scripts import the snippet as ./snippets/<name>.js.',
      }),
      script: Type.String({ minLength: 1, maxLength: 1_000_000 }),
    }),
    namesAFile,
  ),
)
export type SnippetCreate = Static<typeof SnippetCreate>

export const SnippetParams = Type.Object({
  id: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' }),
})
