/** What a client may ask before it begins (RFC 7644 §4). `url`: the one below which it finds the resources. */
import SCIMMY from "scimmy";
import { PAGE_MAX } from "./directory.ts";
import { KINDS } from "./kinds.ts";

export const schemas = (url: string): object[] => Object.values(KINDS).map(({ Schema }) => Schema.definition.describe(`${url}/Schemas`));

export const resourceTypes = (url: string): object[] =>
  Object.entries(KINDS).map(([kind, { Schema }]) => {
    const { id: schema, name, description } = Schema.definition;
    return new SCIMMY.Schemas.ResourceType({ id: name, name, description, endpoint: `/${kind}`, schema }, `${url}/ResourceTypes`);
  });

export const providerConfig = (url: string): object => ({
  schemas: [SCIMMY.Schemas.ServiceProviderConfig.id],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    { type: "oauthbearertoken", name: "Bearer token", description: "The token of WINNOW_SCIM_TOKEN.", primary: true },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${url}/ServiceProviderConfig` },
});

/** All of them, in one answer. */
export const allOf = (resources: readonly object[]): object => ({
  ...new SCIMMY.Messages.ListResponse([], { totalResults: resources.length, itemsPerPage: resources.length }),
  Resources: resources,
});
