// @ts-check
import { setTimeout as pause } from 'node:timers/promises'

const { stringify } = JSON
/** A page without scripts, or in an endless one, never says that it has got something. */
const longestGiftMs = 1_000

/**
 * Lets the pages of a context tell texts, by a function that each of their documents finds under a name. In Chromium that is one
 * message of a session of its own: a binding of Playwright, by which pages of other browsers tell, runs a script in the page to
 * answer each of them, and a test with three pages took a tenth longer for it. A page that loads while its session is being
 * opened does not find the function: it is given to it later, and an event of the same name says so.
 *
 * @param {any} context
 * @param {{ name: string, hear(page: any, text: unknown): void, hasTold(page: any): boolean, quietly(work: () => Promise<void>): Promise<void> }} order
 * @returns {Promise<(page: any, question: (order: any) => unknown, order: object) => Promise<unknown>>} asks a page, and waits for it; one without scripts answers nothing
 */
export async function hearPages(context, { name, hear, hasTold, quietly }) {
  if (context.browser()?.browserType().name() !== 'chromium') {
    await context.exposeBinding(name, (/** @type {any} */ source, /** @type {unknown} */ text) =>
      hear(source.page, text),
    )
    return async (page, question, order) => (hasTold(page) ? await page.evaluate(question, order) : undefined)
  }
  const isThere = `dispatchEvent(new Event(${stringify(name)}))`
  /** @type {WeakMap<any, Promise<any>>} */
  const sessions = new WeakMap()
  /** @param {any} page */
  async function open(page) {
    const session = await context.newCDPSession(page)
    session.on('Runtime.bindingCalled', (/** @type {any} */ call) => hear(page, call.payload))
    return session
  }
  /** @param {any} page */
  async function give(page) {
    const session = await sessions.get(page)
    if (hasTold(page)) return
    await session.send('Runtime.addBinding', { name })
    // Without it the function is not taken along into another process.
    await session.send('Runtime.enable')
    await session.send('Runtime.evaluate', { expression: isThere })
  }
  /** @param {any} page */
  async function begin(page) {
    page.on('domcontentloaded', () => quietly(() => give(page)))
    await quietly(async () => {
      sessions.set(page, open(page))
      await give(page)
    })
  }
  context.on('page', begin)
  await Promise.all(context.pages().map(begin))
  return async (page, question, order) => {
    await Promise.race([give(page), pause(longestGiftMs)])
    if (!hasTold(page)) return
    const session = await sessions.get(page)
    const expression = `(${question})(${stringify(order)})`
    await session.send('Runtime.evaluate', { expression, awaitPromise: true })
  }
}
