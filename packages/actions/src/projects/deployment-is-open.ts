/** Another deployment of the project is not over; null where it has ended meanwhile. */
export class DeploymentIsOpen extends Error {
  readonly deploymentId: string | null

  constructor(deploymentId: string | null) {
    super('Another deployment of this project is running')
    this.deploymentId = deploymentId
  }
}
