import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** An authority of the test's own and a certificate of it for 127.0.0.1. Null where there is no openssl. */
export function makeCertificate(t: TestContext): { key: string; cert: string; authorityFile: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-ca-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const run = (line: string) => spawnSync('openssl', line.split(' '), { cwd: folder, encoding: 'utf8' })
  writeFileSync(join(folder, 'names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n')
  const steps = [
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=test-authority',
    'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out request.pem -subj /CN=localhost',
    'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out cert.pem -days 2 -extfile names',
  ]
  for (const step of steps) {
    const { status, error, stderr } = run(step)
    if (error) return null
    if (status !== 0) throw new Error(`openssl ${step}: ${stderr}`)
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { key: read('key.pem'), cert: read('cert.pem'), authorityFile: join(folder, 'ca.pem') }
}
