import { Command } from 'commander'
import packageFile from '../package.json' with { type: 'json' }

/** The `sonde` command: what operators and users do from a shell. */
const program = new Command('sonde')
  .description('Looks after a Sonde installation and its configuration')
  .version(packageFile.version)

await program.parseAsync()
