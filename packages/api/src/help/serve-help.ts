import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { notFound } from '@sonde/actions/refusal.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { sendFile } from '../web/serve-web.ts'
import type { WebFile } from '../web/web-files.ts'
import { helpPath } from './help-document.ts'
import { documentPage, helpPolicy, indexPage, missingPage, searchPage } from './help-page.ts'
import type { Help } from './read-help.ts'
import { searchHelp, wordsOf } from './search-help.ts'

const contentsPath = `${helpPath}/contents.json`
const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'

/** Every page with its headings, by which the search of the web interface finds them. */
function contentsOf({ chapters }: Help) {
  return chapters
    .flatMap((chapter) => chapter.documents)
    .map(({ name, title, sections }) => ({
      path: `${helpPath}/${name}`,
      title,
      sections: sections.filter(({ level }) => level > 1).map(({ heading, anchor }) => ({ heading, anchor })),
    }))
}

/** Serves the documentation to everybody, whether they have signed in or not. */
export function serveHelp(app: App, readHelp: () => Help | null): void {
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const files = new Map<string, WebFile>()
  let kept: Help | null = null

  /** Read once, when somebody wants it: most starts of a server need none of it. */
  function readOnce(): Help {
    kept ??= readHelp()
    if (kept === null) throw notFound('page')
    return kept
  }

  /** What never changes while the server runs is packed once, when it is first asked for. */
  function fileOf(name: string, type: string, render: () => string): WebFile {
    const packed = files.get(name)
    if (packed !== undefined) return packed
    const bytes = Buffer.from(render())
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    const file = { bytes, type, packed: { gzip: gzipSync(bytes) }, etag, isImmutable: false }
    files.set(name, file)
    return file
  }

  app.get(helpPath, options, (request, reply) => {
    const help = readOnce()
    reply.header('content-security-policy', helpPolicy)
    const query = queryOf(request.query)
    if (query === '')
      return sendFile(
        request,
        reply,
        fileOf(helpPath, html, () => indexPage(help)),
      )
    return reply.type(html).send(searchPage(help, query, searchHelp(help, wordsOf(query))))
  })

  app.get(contentsPath, options, (request, reply) =>
    sendFile(
      request,
      reply,
      fileOf(contentsPath, json, () => JSON.stringify(contentsOf(readOnce()))),
    ),
  )

  app.get(`${helpPath}/*`, options, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const name = path.slice(helpPath.length + 1)
    if (name === '') return reply.redirect(helpPath, 301)
    const help = readOnce()
    reply.header('content-security-policy', helpPolicy)
    const document = help.documents.get(name)
    if (document === undefined) return reply.code(404).type(html).send(missingPage(help))
    return sendFile(
      request,
      reply,
      fileOf(path, html, () => documentPage(help, document)),
    )
  })
}

/** What is searched for; of several, the first. */
function queryOf(query: unknown): string {
  const q = typeof query === 'object' && query !== null && 'q' in query ? query.q : ''
  const first: unknown = Array.isArray(q) ? q[0] : q
  return typeof first === 'string' ? first.trim().slice(0, 200) : ''
}
