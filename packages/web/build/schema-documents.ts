import type { TSchema } from 'typebox'
import type { Plugin } from 'vite'
import { checkKindFacts, documents } from './documents.ts'

const prefix = 'sonde-schema:'
const resolved = `\0${prefix}`

/**
 * `import icmp from 'sonde-schema:ICMP'` gives a schema of the API as plain JSON Schema: forms are made from the same
 * text that the server judges by, and the browser gets neither the library that wrote it nor the rules in code.
 */
export function schemaDocuments(): Plugin {
  return {
    name: 'sonde-schema-documents',
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : null
    },
    load(id) {
      if (!id.startsWith(resolved)) return null
      const name = id.slice(resolved.length)
      if (name === 'check-kinds') return `export default ${JSON.stringify(checkKindFacts)}`
      const schema = documents[name]
      if (schema === undefined) throw new Error(`There is no schema document '${name}' in build/documents.ts`)
      return `export default ${toJson(schema)}`
    },
  }
}

// Rules and marks lie under symbols, which JSON leaves out.
function toJson(schema: TSchema): string {
  return JSON.stringify(schema)
}
