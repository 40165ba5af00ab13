import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import type { Page } from '@playwright/test'
import { startService } from '../support/service-under-test.ts'
import { browserForTests, signIn } from '../support/web/web-visitor.ts'
import { take, widths, type Shot } from './camera.ts'
import { writeIndexPage } from './index-page.ts'
import { promises } from './promises.ts'
import { buildScene } from './scene.ts'
import { shotsOfEverybody, shotsOfOwner, shotsOfViewer } from './shots.ts'

const [folder, wanted = ''] = process.argv.slice(2)
if (folder === undefined || folder.startsWith('-')) {
  console.error('usage: npm run pictures -- FOLDER [REGULAR-EXPRESSION-OF-NAMES]')
  process.exit(2)
}
const target = resolve(process.env['INIT_CWD'] ?? '', folder)
const isWanted = ({ name }: Shot) => new RegExp(wanted).test(name)
/** Nobody goes there: its button is enough. */
const someProvider = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'sonde', OIDC_NAME: 'Acme' }
const browser = browserForTests()

test('pictures of every screen', async (t) => {
  const scene = await buildScene(t)
  const { address } = scene.service
  const fresh = await startService(t, { settings: someProvider })
  const setupPath = /\/setup\/[0-9a-zA-Z_-]+/.exec(fresh.server().stdout())?.[0] ?? ''
  const owner = await browser.open()
  await signIn(owner, address)
  const viewer = await browser.open()
  await signIn(viewer, address, {
    name: 'Vera Viewer',
    email: 'vera@example.net',
    password: 'battery staple horse',
  })
  const albums: [Page, Shot[]][] = [
    [owner, shotsOfOwner(scene)],
    [viewer, shotsOfViewer(scene)],
    [await browser.open(), shotsOfEverybody(scene, fresh.address + setupPath)],
  ]
  const shots = albums.flatMap(([, album]) => album)
  const names = new Set(shots.map(({ name }) => name))
  const unseen = promises.flatMap(({ shown }) => shown).filter((name) => !names.has(name))
  assert.deepEqual(unseen, [], 'pictures of what is promised')
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'index.html'), writeIndexPage(shots))
  const troubles: string[] = []
  const wantedShots = albums.flatMap(([page, album]) =>
    album.filter(isWanted).map((shot) => ({ page, shot })),
  )
  for (const width of widths) {
    console.log(`${wantedShots.length} screens at ${width} px`)
    for (const { page, shot } of wantedShots) {
      const trouble = await take(page, shot, width, target)
      if (trouble === null) continue
      console.log(trouble)
      troubles.push(trouble)
    }
  }
  assert.deepEqual(troubles, [])
})
