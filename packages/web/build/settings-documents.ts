import { AccountSettingsPatch } from '@sonde/schema/account-settings.ts'
import { AccountCreate } from '@sonde/schema/account.ts'
import { ServiceApiKeyCreate, UserApiKeyCreate } from '@sonde/schema/api-key.ts'
import { AuditQuery } from '@sonde/schema/audit-log.ts'
import { ClientCertificateCreate } from '@sonde/schema/client-certificate.ts'
import { CreateDeploymentTrigger } from '@sonde/schema/deployment-trigger.ts'
import { IntegrationTokenCreate } from '@sonde/schema/integration-token.ts'
import { InviteCreate } from '@sonde/schema/invite.ts'
import { AccountMemberUpdate } from '@sonde/schema/member.ts'
import { PrivateLocationCreate, PrivateLocationUpdate } from '@sonde/schema/private-location.ts'
import { SnippetCreate } from '@sonde/schema/snippet.ts'
import { TraceExportUpdate } from '@sonde/schema/trace-export.ts'
import { OwnPasswordChange, OwnUserUpdate } from '@sonde/schema/user.ts'
import { VariableCreate, VariableUpdate } from '@sonde/schema/variable.ts'
import type { TSchema } from 'typebox'

/** Of the forms in the settings and of locations. */
export const settingsDocuments: Readonly<Record<string, TSchema>> = {
  AccountCreate,
  AccountMemberUpdate,
  AccountSettingsPatch,
  AuditQuery,
  ClientCertificateCreate,
  CreateDeploymentTrigger,
  IntegrationTokenCreate,
  InviteCreate,
  OwnPasswordChange,
  OwnUserUpdate,
  PrivateLocationCreate,
  PrivateLocationUpdate,
  ServiceApiKeyCreate,
  SnippetCreate,
  TraceExportUpdate,
  UserApiKeyCreate,
  VariableCreate,
  VariableUpdate,
}
