/** The manifests of deploy/kubernetes, checked against Kubernetes' own schemas as they are read. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Deployment } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Namespace, Secret, Service } from "kubernetes-models/v1";
import { parse, parseAllDocuments } from "yaml";
import { ROOT } from "./dockerfile.ts";

const FOLDER = path.join(ROOT, "deploy/kubernetes");
export const SECRET_EXAMPLE = "secret.example.yaml";

const text = (file: string) => readFileSync(path.join(FOLDER, file), "utf8");

export const kustomization: { resources: string[]; images: { name: string; newTag: string }[] } = parse(text("kustomization.yaml"));

const documents: { file: string; data: { kind: string } }[] = [...kustomization.resources, SECRET_EXAMPLE].flatMap((file) =>
  parseAllDocuments(text(file)).map((document) => ({ file, data: document.toJS() })),
);

type Made<T> = { validate(): void; toJSON(): unknown } & T;

/** Throws where one does not fit its schema. */
function all<T>(kind: string, model: new (data: never) => Made<T>): Made<T>[] {
  return documents
    .filter(({ data }) => data.kind === kind)
    .map(({ data }) => {
      const made = new model(data as never);
      made.validate();
      return made;
    });
}

export const deployments = all("Deployment", Deployment);
export const services = all("Service", Service);
export const budgets = all("PodDisruptionBudget", PodDisruptionBudget);
export const autoscalers = all("HorizontalPodAutoscaler", HorizontalPodAutoscaler);
export const policies = all("NetworkPolicy", NetworkPolicy);
export const configMaps = all("ConfigMap", ConfigMap);
export const secrets = all("Secret", Secret);
const namespaces = all("Namespace", Namespace);

/** How many there are beside those that were checked. */
export const unchecked =
  documents.length -
  [deployments, services, budgets, autoscalers, policies, configMaps, secrets, namespaces].reduce((sum, list) => sum + list.length, 0);
