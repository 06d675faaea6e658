/** Where the service is, and the key of a workspace. n8n stores both encrypted. */
class WinnowApi {
  name = "winnowApi";
  displayName = "Winnow API";
  properties = [
    {
      displayName: "Address",
      name: "baseUrl",
      type: "string",
      default: "http://127.0.0.1:8080",
      description: "Address of the Winnow service, as n8n reaches it",
    },
    { displayName: "API Key", name: "apiKey", type: "string", typeOptions: { password: true }, default: "", required: true },
    {
      displayName: "Webhook Secret",
      name: "webhookSecret",
      type: "string",
      typeOptions: { password: true },
      default: "",
      description: "For the trigger: the workspace's whsec_… of the dashboard's Webhooks page",
    },
  ];
  authenticate = { type: "generic", properties: { headers: { authorization: "=Bearer {{$credentials.apiKey}}" } } };
  test = { request: { baseURL: "={{$credentials.baseUrl}}", url: "/api/extractor/v1/templates", qs: { limit: 1 } } };
}

module.exports = { WinnowApi };
