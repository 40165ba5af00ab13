import { CannotSend } from '../cannot-send.ts'
import { parseTemplate, TemplateMistake } from './parse-template.ts'
import { renderTemplate, type Rendered, type RenderOptions } from './render-template.ts'
import type { TemplateTree } from './template-tree.ts'

/** Parsed templates are cached by their text: parsing costs many times what rendering does. */
const mostKept = 200

export type Templates = { render(text: string, options: RenderOptions): Rendered }

export function createTemplates(): Templates {
  const cache = new Map<string, TemplateTree>()

  function find(text: string): TemplateTree {
    const known = cache.get(text)
    const tree = known ?? parse(text)
    // Put last: the first of the map is then the one that was unused for longest.
    cache.delete(text)
    cache.set(text, tree)
    const [oldest] = cache.keys()
    if (cache.size > mostKept && oldest !== undefined) cache.delete(oldest)
    return tree
  }

  return {
    render(text, options) {
      if (!text.includes('{{')) return { text, ownValues: [] }
      return renderTemplate(find(text), options)
    },
  }
}

function parse(text: string): TemplateTree {
  try {
    return parseTemplate(text)
  } catch (error) {
    if (error instanceof TemplateMistake) throw new CannotSend(error.message)
    throw error
  }
}
