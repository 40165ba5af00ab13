// A program with an engine: `idle` runs out of work, `exit` calls process.exit while pings are in flight.
import { startIcmp } from '../src/icmp/start.ts'

const icmp = await startIcmp()
process.stdout.write('started\n')
if (process.argv[2] === 'exit') {
  const rejected = (error: unknown): void => void process.stderr.write(String(error))
  icmp.ping({ address: '127.0.0.1', family: 'IPv4', count: 50 }).catch(rejected)
  setTimeout(() => process.exit(0), 100)
}
