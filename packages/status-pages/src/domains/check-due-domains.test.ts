import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { domainsOfPages, findPageByDomain } from '@sonde/store/status-pages/status-page-domains.ts'
import { insertPages, updatePages, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import { forOneEngine, type TestEngine } from '@sonde/store/testing/engines.ts'
import { addAccount } from '@sonde/store/testing/rows.ts'
import { type DnsRecords, startDnsZone } from '../../testing/dns-zone.ts'
import { checkDueDomains } from './check-due-domains.ts'
import { domainRecords } from './domain-proof.ts'
import { createDomainResolver } from './domain-resolver.ts'

const cnameTarget = 'custom-domain.status.example.org'

async function domainsUnderTest(t: TestContext, engine: TestEngine, servers?: readonly string[]) {
  let now = 1_000_000
  const clock = { now: () => now }
  const opened = await engine.open({ clock })
  t.after(() => opened.close())
  const { store } = opened
  const zone: DnsRecords = {}
  const { address } = await startDnsZone(t, zone)
  const resolver = createDomainResolver(servers ?? [address])
  const stateOf = async ({ id }: PageRow) => (await domainsOfPages(store.read, [id])).get(id)
  return {
    store,
    zone,
    stateOf,
    clock,
    pass(ms: number) {
      now += ms
    },
    look: () => checkDueDomains({ store, clock, resolver, cnameTarget }),
    /** A page of an account of its own. */
    async claim(domain: string): Promise<{ page: PageRow; records: ReturnType<typeof domainRecords> }> {
      const { id: accountId } = await addAccount(store)
      const id = randomUUIDv7()
      const fields = { name: 'Acme', config: {}, version: 1, createdAt: 1_000, updatedAt: null }
      const url = `p-${id.slice(-12)}`
      const page: PageRow = { ...fields, layout: 'CARDS', id, accountId, url, customDomain: domain }
      await store.write((db) => insertPages(db, [page]))
      return { page, records: domainRecords({ accountId, domain }, cnameTarget) }
    },
  }
}

forOneEngine('custom domains', (engine) => {
  test('are proven by the TXT record of the account, and by nothing else', async (t) => {
    const { store, zone, stateOf, claim, look, pass } = await domainsUnderTest(t, engine)
    const domain = 'status.acme.example'
    const { page, records } = await claim(domain)
    assert.equal(await look(), false)
    assert.match((await stateOf(page))?.problem ?? '', /^_sonde-challenge\.status\.acme\.example has no TXT/)
    zone[`${domain} CNAME`] = cnameTarget
    zone[`_sonde-challenge.${domain} TXT`] = `${records.txtValue}0`
    pass(5 * minuteMs)
    assert.equal(await look(), false)
    assert.match(
      (await stateOf(page))?.problem ?? '',
      /has another TXT record: set its value to sonde-domain=/,
    )
    assert.equal(await findPageByDomain(store.read, domain), null)

    zone[`_sonde-challenge.${domain} TXT`] = records.txtValue
    pass(5 * minuteMs - 1)
    assert.equal(await look(), false)
    pass(1)
    assert.equal(await look(), true)
    assert.equal((await findPageByDomain(store.read, domain))?.id, page.id)
    assert.equal((await stateOf(page))?.problem, null)
    pass(5 * minuteMs)
    assert.equal(await look(), false)
  })

  test('go on leading to their page when the record is lost, and say so', async (t) => {
    const { store, zone, stateOf, claim, look, pass } = await domainsUnderTest(t, engine)
    const domain = 'status.lost.example'
    const { page, records } = await claim(domain)
    zone[records.txtName + ' TXT'] = records.txtValue
    zone[`${domain} A`] = '127.0.0.1'
    assert.equal(await look(), true)
    assert.equal((await stateOf(page))?.problem, null)
    delete zone[`${domain} A`]
    pass(5 * minuteMs)
    await look()
    assert.match(
      (await stateOf(page))?.problem ?? '',
      /does not resolve: add a CNAME record that points to custom-/,
    )
    delete zone[records.txtName + ' TXT']
    pass(5 * minuteMs)
    await look()
    assert.match((await stateOf(page))?.problem ?? '', /has no TXT record/)
    assert.equal((await findPageByDomain(store.read, domain))?.id, page.id)
    await store.write((db) => updatePages(db, [{ ...page, name: 'Renamed' }]))
    assert.equal((await findPageByDomain(store.read, domain))?.name, 'Renamed')
    await store.write((db) => updatePages(db, [{ ...page, customDomain: null }]))
    assert.equal(await findPageByDomain(store.read, domain), null)
  })

  test('belong to the page that proves them, whoever claimed them first; a lost one is taken over', async (t) => {
    const { store, zone, stateOf, claim, look, pass } = await domainsUnderTest(t, engine)
    const domain = 'status.contested.example'
    const squatter = await claim(domain)
    const owner = await claim(domain)
    const txt = `_sonde-challenge.${domain} TXT`
    zone[`${domain} CNAME`] = cnameTarget
    zone[txt] = owner.records.txtValue
    assert.equal(await look(), true)
    assert.equal((await findPageByDomain(store.read, domain))?.id, owner.page.id)
    assert.equal((await stateOf(squatter.page))?.verifiedAt, null)
    // The domain was sold.
    zone[txt] = squatter.records.txtValue
    for (let round = 0; round < 2; round += 1) {
      pass(5 * minuteMs)
      await look()
    }
    assert.equal((await findPageByDomain(store.read, domain))?.id, squatter.page.id)
    assert.equal((await stateOf(owner.page))?.verifiedAt, null)
  })

  test('stay as they are while the DNS is silent; the next server is asked', async (t) => {
    const { store, zone, stateOf, claim, look, pass } = await domainsUnderTest(t, engine)
    const domain = 'status.silent.example'
    const { page, records } = await claim(domain)
    const txt = `${records.txtName} TXT`
    zone[txt] = 'SILENT'
    await look()
    assert.match(
      (await stateOf(page))?.problem ?? '',
      /the DNS server did not answer for _sonde-challenge\.status/,
    )
    zone[txt] = records.txtValue
    zone[`${domain} CNAME`] = cnameTarget.toUpperCase()
    pass(5 * minuteMs)
    const silent = await startDnsZone(t, { [txt]: 'SILENT', [`${domain} CNAME`]: 'SILENT' })
    const speaking = await startDnsZone(t, zone)
    const resolver = createDomainResolver([silent.address, 'resolver.example', speaking.address])
    const clock = { now: () => 1_000_000 + 5 * minuteMs }
    assert.equal(await checkDueDomains({ store, clock, resolver, cnameTarget }), true)
    assert.equal((await stateOf(page))?.problem, null)
  })
})
