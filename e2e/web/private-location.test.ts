// In turns: a browser and a whole service.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  createNamespace,
  lacksNamespaces,
  type NetworkNamespace,
} from '@sonde/probes/testing/network-namespace.ts'
import { expect } from '../support/web/expect.ts'
import { inside } from '../support/namespace-doors.ts'
import { startServiceInside } from '../support/service-inside.ts'
import {
  browserForTests,
  claimInstallation,
  expectAccessible,
  goTo,
  signIn,
  waitForFirstPass,
  watchPage,
} from '../support/web/web-visitor.ts'

const browser = browserForTests()
const root = join(import.meta.dirname, '../..')

test(
  'a private location: its line starts an agent, which is seen at once, runs the first monitor, and is missed when it is lost',
  { skip: lacksNamespaces() },
  async (t) => {
    const network = createNamespace({ pingGroups: true })
    t.after(() => network.delete())
    const service = await startServiceInside(t, {
      network,
      settings: {
        SONDE_EMBEDDED_AGENT: 'off',
        SONDE_SILENCE_SECONDS: '4',
        SONDE_POLL_SECONDS: '1',
        SONDE_QUEUE_SECONDS: '60',
      },
    })
    await claimInstallation(service.server())
    const page = await browser.open()
    watchPage(t, page, service.address)
    await signIn(page, service.address)
    await page.getByText('No agent is connected').waitFor()
    await page.getByRole('link', { name: 'Set up a location' }).click()
    await page.getByText('No private locations yet').waitFor()
    await expectAccessible(page, 'no locations')
    await page.getByRole('link', { name: 'New private location' }).first().click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Office')
    await expect(page.getByRole('textbox', { name: 'Slug' })).toHaveValue('office')
    await page.getByRole('button', { name: 'Create location' }).click()
    await page.getByRole('heading', { name: 'Office created: now start an agent' }).waitFor()
    const command = /SERVICE_URL=.*/.exec(await page.locator('pre').innerText())?.[0]
    assert.ok(command)
    await expectAccessible(page, 'the line that starts an agent')
    await page.getByRole('link', { name: 'I have copied it: show the location' }).click()
    await page.getByText('No agent was connected in the last 24 hours').waitFor()
    let loads = 0
    page.on('load', () => (loads += 1))

    const agent = runLine(t, network, command)
    const agents = page.getByRole('region', { name: 'Agents', exact: true })
    await expect(agents).toContainText('connected')
    await expectAccessible(page, 'a location with an agent')

    await goTo(page, 'Checks')
    await page.getByText('It runs at Office').waitFor()
    await page.getByRole('radio', { name: 'Ping' }).check()
    await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1')
    await page.getByRole('button', { name: 'Create and run it' }).click()
    await waitForFirstPass(page)

    await goTo(page, 'Locations')
    await page.getByRole('link', { name: 'Office' }).click()
    await expect(agents).toContainText('connected')
    await agent.kill()
    await expect(page.getByRole('region', { name: 'Problems' })).toContainText('Unavailable since')
    await expectAccessible(page, 'a location without agents')
    assert.equal(loads, 0)
  },
)

/** The line as somebody pastes it into a shell, in a clone of the repository. */
function runLine(t: TestContext, network: NetworkNamespace, line: string): { kill(): Promise<void> } {
  const [program = '', ...args] = [...inside(network), 'sh', '-c', line]
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      AGENT_HEALTH_PORT: '0',
      AGENT_METRICS_PORT: '0',
      RUNTIME_INSTALL: 'demand',
    },
    stdio: 'ignore',
    // A group of its own: npm starts further processes.
    detached: true,
  })
  const exited = once(child, 'exit')
  async function kill(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGKILL')
    }
    await exited
  }
  t.after(kill)
  return { kill }
}
