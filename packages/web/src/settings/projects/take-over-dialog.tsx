import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Failed } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { projectsKey, takeOverProject, type Project } from '../../resources/projects.ts'

/** Ends a project and keeps what it manages, so that people can change it here. */
export function TakeOverDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { logicalId, name } = project
  const toast = useToast()
  const takeOver = useWrite({
    write: takeOverProject,
    stale: [projectsKey],
    onDone: () => {
      toast(`“${name}” is no longer managed as code`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={`Take over “${name}”?`}
      submitWord="Take over"
      submitLook="danger"
      isBusy={takeOver.isPending}
      onSubmit={() => takeOver.mutate(logicalId)}
      onClose={onClose}
    >
      <p>
        Everything that the project manages stays as it is, with its history, and can be changed here. The
        project is removed from the list.
      </p>
      <p className="text-soft">
        Stop its deployments first: the next one would create everything a second time.
      </p>
      {takeOver.isError ? <Failed error={takeOver.error} /> : null}
    </FormDialog>
  )
}
