import type { Plugin } from 'vite'
import { channelForms, channelKindFacts } from './alerting-documents.ts'
import { checkKindFacts, documents } from './documents.ts'

const prefix = 'sonde-schema:'
const moduleId = `\0${prefix}`

/** What is not the schema of one form. */
const facts: Readonly<Record<string, unknown>> = {
  'channel-forms': channelForms,
  'channel-kinds': channelKindFacts,
  'check-kinds': checkKindFacts,
}

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
      if (!id.startsWith(moduleId)) return null
      const name = id.slice(moduleId.length)
      const content = facts[name] ?? documents[name]
      if (content === undefined)
        throw new Error(`There is no schema document '${name}' in build/documents.ts`)
      // Rules and marks lie under symbols, which JSON leaves out.
      return `export default ${JSON.stringify(content)}`
    },
  }
}
