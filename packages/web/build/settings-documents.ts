import { AccountSettingsPatch } from '@sonde/schema/accounts/account-settings.ts'
import { AccountCreate, AccountUpdate } from '@sonde/schema/accounts/account.ts'
import { ServiceApiKeyCreate, UserApiKeyCreate } from '@sonde/schema/accounts/api-key.ts'
import { AuditQuery } from '@sonde/schema/accounts/audit-log.ts'
import { ClientCertificateCreate } from '@sonde/schema/variables/client-certificate.ts'
import { CreateDeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import { IntegrationTokenCreate } from '@sonde/schema/accounts/integration-token.ts'
import { InviteCreate } from '@sonde/schema/accounts/invite.ts'
import { AccountMemberUpdate } from '@sonde/schema/accounts/member.ts'
import { PrivateLocationCreate, PrivateLocationUpdate } from '@sonde/schema/agents/private-location.ts'
import { SnippetCreate } from '@sonde/schema/checks/snippet.ts'
import { TraceExportUpdate } from '@sonde/schema/analytics/trace-export.ts'
import { OwnPasswordChange, OwnUserUpdate } from '@sonde/schema/accounts/user.ts'
import { VariableCreate, VariableUpdate } from '@sonde/schema/variables/variable.ts'
import type { TSchema } from 'typebox'

/** Of the forms in the settings and of locations. */
export const settingsDocuments: Readonly<Record<string, TSchema>> = {
  AccountCreate,
  AccountUpdate,
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
