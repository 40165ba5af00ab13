type OpenBlock = { name: string; tag: string; at: number }

/**
 * What is wrong with the blocks of a text that the parser has refused; null when they are in order and the mistake
 * is another. The parser itself names neither the block nor its line.
 */
export function findBrokenBlock(text: string): string | null {
  const open: OpenBlock[] = []
  let end: number
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', end)) {
    end = at + 2
    if (text[at - 1] === '\\') continue
    end = endOf(text, at)
    if (end === -1) return `${placed(text, { tag: text.slice(at), at })} has no "}}" that ends it`
    const tag = text.slice(at, end)
    const [, sign, name] = /^\{\{[{~\s]*([#^/])[>*\s]*([^\s}~(]+)/.exec(tag) ?? []
    if (name === undefined) continue
    if (sign === '/') {
      const block = open.pop()
      const closing = () => placed(text, { tag: `{{/${name}}}`, at })
      if (block === undefined) return `${closing()} has no block to close`
      if (block.name !== name)
        return `${closing()} closes ${placed(text, block)}, which needs {{/${block.name}}}`
    } else open.push({ name, tag, at })
  }
  const block = open.at(-1)
  return block === undefined ? null : `${placed(text, block)} is not closed: {{/${block.name}}} is missing`
}

/** Behind the `}}` of a tag; -1 when there is none. */
function endOf(text: string, at: number): number {
  const isComment = /^\{\{~?!--/.test(text.slice(at, at + 6))
  const closing = isComment ? /--~?\}\}/g : /\}\}/g
  closing.lastIndex = at + 2
  return closing.test(text) ? closing.lastIndex : -1
}

/** A tag and its line, for a message: counting lines for every tag of a long template would take too long. */
function placed(text: string, { tag, at }: Pick<OpenBlock, 'tag' | 'at'>): string {
  const [first = ''] = tag.split('\n')
  const excerpt = first.length > 60 ? `${first.slice(0, 57)}...` : first
  return `${excerpt} of line ${text.slice(0, at).split('\n').length}`
}
