#!/usr/bin/env bash
cat >> /nowhere/hook.log
