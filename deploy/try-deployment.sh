#!/usr/bin/env bash
# Tries the deployment of compose.yaml on a Debian machine without Docker. It builds the image, runs
# two portals of this image behind Caddy and PgBouncer, and replaces both with a newer build under
# load. Usage:
#
#   deploy/try-deployment.sh            stops if a Debian package is missing
#   deploy/try-deployment.sh --install  installs missing packages first
#
# Everything that this script starts runs in namespaces of its own and ends with the script.
set -euo pipefail
cd "$(dirname "$0")/.."

PACKAGES=(buildah caddy iproute2 mmdebstrap pgbouncer util-linux)
BASE_IMAGE=$(sed -n 's/^FROM \(node:[^ ]*\) AS base$/\1/p' Dockerfile)

stop() {
	echo "$1" >&2
	exit 1
}

is_installed() {
	dpkg-query --show --showformat='${db:Status-Abbrev}' "$1" 2>/dev/null | grep -q '^ii'
}

check_machine() {
	command -v apt-get >/dev/null || stop "This script needs Debian or a derivative of it."
	[ "$(id -u)" = 0 ] || stop "This script needs root, for its namespaces and for Debian's packages."
	local missing=() package
	for package in "${PACKAGES[@]}"; do
		is_installed "$package" || missing+=("$package")
	done
	if [ "${#missing[@]}" != 0 ] && [ "${1:-}" = --install ]; then
		export DEBIAN_FRONTEND=noninteractive
		{ apt-get update --quiet=2 &&
			apt-get install --quiet=2 --no-install-recommends --yes "${missing[@]}"; } ||
			stop "These packages cannot be installed here: ${missing[*]}."
	elif [ "${#missing[@]}" != 0 ]; then
		stop "These packages are missing: ${missing[*]}. Run this script with --install."
	fi
	unshare --net --mount --pid --fork true || stop "This machine permits no namespaces."
	[ -d node_modules/dns2 ] || stop "Run npm run check first: it installs the npm packages."
}

# Makes the base image of the Dockerfile from Debian packages and npm's package of Node.
make_base_image() {
	local base=$work/base machine=x64 version container
	[ "$(uname -m)" = aarch64 ] && machine=arm64
	# shellcheck disable=SC1091
	mmdebstrap --quiet --variant=minbase --include=libatomic1,libstdc++6 \
		"$(. /etc/os-release && echo "$VERSION_CODENAME")" "$base"
	version=$(node -p "require('./package.json').optionalDependencies['node-linux-$machine']")
	npm install --silent --global --prefix "$base/usr/local" npm@11 "node-linux-$machine@$version"
	chroot "$base" useradd --uid 1000 --user-group --create-home node
	# The build uses the same npm registry and trusts the same certificate authorities as this machine.
	mkdir -p "$base/etc/ssl/certs"
	cp /etc/ssl/certs/ca-certificates.crt "$base/etc/ssl/certs/"
	printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' \
		"$(npm config get registry 2>/dev/null)" >"$base/root/.npmrc"
	container=$(buildah from scratch)
	buildah copy --quiet "$container" "$base" / >/dev/null
	buildah commit --quiet --rm "$container" "docker.io/library/$BASE_IMAGE" >/dev/null
}

build_image() {
	buildah build --quiet --isolation chroot --pull-never --format docker --layers \
		--tag "$1" "$2" >"$work/build.log" 2>&1 || {
		cat "$work/build.log" >&2
		stop "The image cannot be built."
	}
}

# Copies the sources and changes the entry script, so that the copy builds a newer version.
make_newer_sources() {
	mkdir "$work/newer"
	# shellcheck disable=SC2046
	cp --recursive --parents Dockerfile .dockerignore $(sed -n 's/^!//p' .dockerignore) "$work/newer"
	echo 'document.documentElement.dataset["build"] = "newer";' >>"$work/newer/web/app/main.tsx"
}

# Runs the checks in a network namespace with the addresses of deploy/try/addresses.ts.
run_checks() {
	local node
	node=$(node --input-type=module --eval \
		'import { findRuntime } from "./scripts/runtime.mjs"; console.log(findRuntime());')
	unshare --net --mount --pid --fork --kill-child --mount-proc bash -c '
		ip link set lo up
		for address in 10.20.0.2 10.20.0.3 10.20.0.11 10.20.0.12; do
			ip address add $address/32 dev lo
		done
		ip route add local 203.0.113.0/24 dev lo
		"$@"' bash "$node" deploy/try/tryDeployment.ts hearback:first hearback:newer
}

check_machine "$@"
work=$(mktemp --directory /var/tmp/hearback-deployment-XXXXXX)
export CONTAINERS_STORAGE_CONF=$work/storage.conf
clean_up() {
	buildah rm --all >/dev/null 2>&1 || true
	buildah rmi --all --force >/dev/null 2>&1 || true
	rm -rf "$work"
}
trap clean_up EXIT
printf '[storage]\ndriver = "%s"\ngraphroot = "%s"\nrunroot = "%s"\n' \
	"${STORAGE_DRIVER:-overlay}" "$work/images" "$work/run" >"$CONTAINERS_STORAGE_CONF"

echo "Image: built by $(buildah --version | cut -d ' ' -f 1-3), run by buildah with chroot isolation"
echo "Proxy: Caddy $(caddy version | cut -d ' ' -f 1); pooler: $(pgbouncer --version | head -1)"
echo "Making the base image $BASE_IMAGE of Debian's packages"
make_base_image
echo "Building the image"
build_image hearback:first .
echo "Building the image of the newer build"
make_newer_sources
build_image hearback:newer "$work/newer"
echo "Starting the deployment"
run_checks
