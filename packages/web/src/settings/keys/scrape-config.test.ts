import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scrapeConfig } from './scrape-config.ts'

test('Prometheus is told scheme, host with its port, and the path of the account', () => {
  const config = scrapeConfig({ accountId: 'a-1', origin: 'https://sonde.example.com:8443' })
  assert.match(config, /scheme: https\n/)
  assert.match(config, /metrics_path: \/accounts\/a-1\/v2\/prometheus\/metrics\n/)
  assert.match(config, /targets: \['sonde\.example\.com:8443'\]\n/)
})
