import { ownedTypes, type OwnedType } from '@sonde/schema/projects/project-changes.ts'
import type { Command } from 'commander'
import type { CliIo } from '../cli-io.ts'
import { addConnectionOptions, ask, connect, misused } from '../service-connection.ts'

type RenameOptions = { project?: string; toProject?: string }

/** `sonde rename` and `sonde adopt`: what the next deploy updates, instead of deleting or creating it. */
export function addChangeCommands(program: Command, io: CliIo): void {
  const renaming = program
    .command('rename')
    .description('Give something of a project, or a project, another logical id; its results are kept')
    .argument('<type>', '`project`, or a type as `sonde diff` shows it, such as check')
    .argument('<from>', 'its logical id')
    .argument('[to]', 'the new one: change it in the files, too')
    .option('--project <id>', 'logical id of the project that it belongs to')
    .option('--to-project <id>', 'move it to this project')
    .addHelpText(
      'after',
      '\nExamples:\n  npx sonde rename check home start --project shop\n' +
        '  npx sonde rename check home --project shop --to-project website\n' +
        '  npx sonde rename project shop web-shop\n',
    )
  addConnectionOptions(renaming).action(
    async (type: string, from: string, to: string | undefined, options: RenameOptions) => {
      const { project, toProject } = options
      if (to === undefined && toProject === undefined)
        return misused(renaming, 'name the new logical id, or a project with --to-project')
      if (type === 'project') {
        if (project !== undefined || toProject !== undefined || to === undefined)
          return misused(renaming, 'a project belongs to no project: `sonde rename project FROM TO`')
        const connection = await connect(renaming, io)
        await ask(io, connection, { method: 'PATCH', path: projectPath(from), body: { logicalId: to } })
        io.stderr.write(`the project "${from}" is "${to}" now: change it in the files, too\n`)
        return
      }
      const path = resourcePath(renaming, { project, type, logicalId: from })
      const connection = await connect(renaming, io)
      const body = {
        ...(to === undefined ? {} : { logicalId: to }),
        ...(toProject === undefined ? {} : { project: toProject }),
      }
      await ask(io, connection, { method: 'PATCH', path, body })
      const where = toProject === undefined ? '' : ` in project "${toProject}"`
      io.stderr.write(
        `${type} "${from}" is "${to ?? from}"${where} now: change it in the files, too, before you deploy\n`,
      )
    },
  )

  const adopting = program
    .command('adopt')
    .description('Make something of the account a part of a project, so that deploys update it')
    .argument('<type>', 'its type, such as check or alert-channel')
    .argument('<logical-id>', 'what the files call it')
    .argument('<id>', 'its id in the account')
    .option('--project <id>', 'logical id of the project')
    .addHelpText('after', '\nExample:\n  npx sonde adopt alert-channel ops 7 --project shop\n')
  addConnectionOptions(adopting).action(
    async (type: string, logicalId: string, id: string, { project }: { project?: string }) => {
      const body = {
        type: knownType(adopting, type),
        logicalId,
        physicalId: /^\d+$/.test(id) ? Number(id) : id,
      }
      const path = `${projectPath(requiredProject(adopting, project))}/resources`
      const connection = await connect(adopting, io)
      await ask(io, connection, { method: 'POST', path, body })
      io.stderr.write(
        `${type} ${id} belongs to project "${project}" now, as "${logicalId}": a deploy without it in the files deletes it\n`,
      )
    },
  )
}

function projectPath(logicalId: string): string {
  return `/v1/projects/${encodeURIComponent(logicalId)}`
}

function resourcePath(
  command: Command,
  { project, type, logicalId }: { project: string | undefined; type: string; logicalId: string },
): string {
  const known = knownType(command, type)
  const within = projectPath(requiredProject(command, project))
  return `${within}/resources/${known}/${encodeURIComponent(logicalId)}`
}

function requiredProject(command: Command, project: string | undefined): string {
  return project ?? misused(command, 'say which project with --project')
}

function knownType(command: Command, type: string): OwnedType {
  const known = ownedTypes.find((each) => each === type)
  return known ?? misused(command, `${type} is not a type: use ${ownedTypes.join(', ')}`)
}
