/** `PUT /v1/checks/icmp/{id}` is `putV1ChecksIcmpId`: the naming of the contract. */
export function operationIdOf(method: string, url: string): string {
  const words = url
    .split('/')
    .map((segment) => segment.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}
